import { Reports } from "../../features/reports/reports.tsx";
import { LogDialog } from "../../features/tickets/actions/dialogs/log-dialog.tsx";

/** /reports: the report, with the log that tickets know how to show. */
export function ReportsScreen() {
  return (
    <Reports
      log={(row, onClose) => (
        <LogDialog
          ticket={{ id: row.id, contact: { name: row.contactName } }}
          onClose={onClose}
        />
      )}
    />
  );
}
