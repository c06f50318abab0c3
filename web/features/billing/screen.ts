import { WalletCards } from "lucide-react";
import { EXPIRY_WARNING_DAYS, PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import type { Screens } from "../../core/page/screen.ts";
import { useMe } from "../../core/who/me.ts";
import { daysAgo } from "../../core/words/format.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    invoices: "/financeiro";
    earnings: "/financeiro/meses";
    gateways: "/financeiro/recebimento";
    ownInvoices: "/financeiro/propria";
    receipt: "/financeiro/{invoiceId}/recibo";
    expired: "/financeiro-aberto";
  }
}

/** The due date is near: the menu leads to where it is paid. */
function useDueSoon(): boolean {
  const { companyId, company: { dueDate } } = useMe();
  return companyId !== PLATFORM_COMPANY_ID && dueDate !== null && -daysAgo(dueDate) < EXPIRY_WARNING_DAYS;
}

export const screens: Screens = {
  invoices: {
    path: "/financeiro",
    route: "/financeiro/:section?",
    more: {
      earnings: "/financeiro/meses",
      gateways: "/financeiro/recebimento",
      ownInvoices: "/financeiro/propria",
    },
    load: () => import("./invoices-screen.tsx").then((file) => file.InvoicesScreen),
    words: ["billing"],
    access: "invoices:view",
    menu: { group: "admin", order: 39, icon: WalletCards, useDot: useDueSoon },
  },
  receipt: {
    path: "/financeiro/{invoiceId}/recibo",
    route: "/financeiro/:invoiceId/recibo",
    load: () => import("./receipt/receipt-screen.tsx").then((file) => file.ReceiptScreen),
    words: ["billing"],
    access: "invoices:view",
    expired: true,
  },
  expired: {
    path: "/financeiro-aberto",
    load: () => import("./expired-screen.tsx").then((file) => file.ExpiredScreen),
    words: ["billing"],
    access: "user",
    expired: true,
    menu: { group: "work", order: 10, icon: WalletCards, useShown: () => useMe().company.expired },
  },
};
