import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "../patterns/empty.tsx";
import { Button } from "../ui/button.tsx";

function Broken() {
  const { t } = useTranslation();
  // A screen that was never opened before cannot come without the network.
  const offline = !navigator.onLine;
  return (
    <div role="alert" className="grid h-full place-items-center overflow-y-auto">
      <Empty
        drawing={offline ? "cloud" : "road"}
        title={t(offline ? "list.error" : "page.broken")}
        hint={t(offline ? "errors.ERR_UNREACHABLE" : "page.brokenHint")}
        action={<Button tone="primary" onClick={() => location.reload()}>{t("page.reload")}</Button>}
      />
    </div>
  );
}

/** Keeps a defect of one screen from taking the whole app down. Give it the path as `key`, so that leaving heals it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
