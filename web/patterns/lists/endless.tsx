import { useEffect, useRef } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { SCROLL_THRESHOLD_PX } from "../../../api/contract/limits.ts";
import { Spinner } from "../../ui/spinner.tsx";

interface Props {
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
}

/** The end of a list: asks for the next page when it comes within 100 px of the screen. */
export function Endless({ hasMore, loading, onMore }: Props) {
  const { t } = useTranslation();
  const mark = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const element = mark.current;
    if (!element || !hasMore || loading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: `${SCROLL_THRESHOLD_PX}px`,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, loading]);
  return (
    <div ref={mark} className="grid min-h-px place-items-center">
      {loading && (
        <p role="status" className="flex items-center gap-2 p-4 text-meta text-fg-subtle">
          <Spinner /> {t("list.more")}
        </p>
      )}
    </div>
  );
}
