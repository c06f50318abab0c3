// What a plan switches on (docs/product/companies-and-plans.md#plans). Web chat is always allowed.
export const planFlags = [
  "useWhatsapp",
  "useFacebook",
  "useInstagram",
  "useCampaigns",
  "useSchedules",
  "useInternalChat",
  "useExternalApi",
  "useKanban",
  "useOpenAi",
  "useIntegrations",
] as const;
export type PlanFlag = typeof planFlags[number];
export type PlanFlags = Record<PlanFlag, boolean>;

/** Every flag written out, as plans are stored: only what is off is written down. */
export function allFlags(stored: Record<string, boolean>): PlanFlags {
  return Object.fromEntries(planFlags.map((flag) => [flag, stored[flag] !== false])) as PlanFlags;
}
