import { FileText } from "lucide-react";

/** Files of any kind that are read rather than looked at. */
export const documentKind = {
  name: "document",
  icon: FileText,
  accept: "application/*,text/*,.csv,.zip,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.pdf,.txt",
} as const;
