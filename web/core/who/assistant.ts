import { useCompanySetting, useMe } from "./me.ts";

/** Whether a prompt of the company helps people to write, and the plan has it. */
export function useHasAssistant(): boolean {
  const { company } = useMe();
  return Boolean(useCompanySetting("assistantPromptId")) && company.plan.useOpenAi;
}
