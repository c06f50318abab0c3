import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { spreadsheetAnswer } from "../../core/sheets/spreadsheet.ts";
import { REPORT_FILE, reports as calls } from "./contract.ts";
import { reportFile, reportPage } from "./report.ts";

export function reports(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx, me, query }) => reportPage(tx, me, query));

  route(api, calls.export, async ({ me, query }) => {
    return spreadsheetAnswer(REPORT_FILE, await reportFile(me, query));
  });
}
