// What a plan switches on (spec 1 §1). Web chat is always allowed (architecture §8).
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
