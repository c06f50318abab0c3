import { Component, type ReactNode } from "react";
import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { codeText } from "../core/words/i18n/i18n.ts";
import { Empty } from "./lists/empty.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { MissingFile } from "../core/app-files/stale-files.ts";

const isMissing = (error: unknown) =>
  error instanceof MissingFile || /dynamically imported module|preload/i.test(String(error));

function Broken({ error, besides }: { error: unknown; besides?: ReactNode }) {
  const { t } = useTranslation();
  const missing = isMissing(error);
  // A screen that was never opened before cannot load without the network.
  const offline = !navigator.onLine;
  return (
    <div role="alert" className="grid h-full place-items-center overflow-y-auto">
      <Empty
        drawing={offline ? "cloud" : "road"}
        title={t(offline ? "list.error" : missing ? "update.missing" : "page.broken")}
        hint={t(offline ? "errors.ERR_UNREACHABLE" : missing ? "update.missingHint" : "page.brokenHint")}
        action={
          <>
            {besides}
            <Button tone="primary" onClick={() => location.reload()}>{t("page.reload")}</Button>
          </>
        }
      />
    </div>
  );
}

/**
 * Keeps a defect of one screen from taking the whole app down. Give it the path as `key`, so that leaving heals it. `besides` is
 * offered beside loading the page anew: a way out where there is no other.
 */
export class ErrorBoundary
  extends Component<{ children: ReactNode; besides?: ReactNode }, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: undefined };
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }
  override render() {
    return this.state.failed ? <Broken error={this.state.error} besides={this.props.besides} /> : this.props.children;
  }
}

/** The same for a layer above a screen: it reports the error and closes, and the screen stays. */
export class Extra extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    toast.error(isMissing(error) && !navigator.onLine ? codeText("ERR_UNREACHABLE") : codeText("unknown"));
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
