// Reads the approved texts of a business account.
import { z } from "zod";
import type { ProviderTemplate } from "../sdk/mod.ts";
import type { Graph } from "../meta/graph.ts";
import { odd } from "../meta/tolerant.ts";

const Template = z.object({
  name: z.string().min(1),
  language: z.string().min(1),
  category: odd(z.string()),
  status: odd(z.string()),
  components: odd(z.array(z.unknown())),
});
const Page = z.object({
  data: z.array(z.unknown()),
  paging: odd(z.object({ next: odd(z.string()), cursors: odd(z.object({ after: odd(z.string()) })) })),
});
/** A business account holds 6,000 at most; an answer that goes on for ever is broken off. */
const MOST_PAGES = 70;

/** All texts of the account, page after page; what cannot be understood is left out. Throws ChannelError. */
export async function readTemplates(graph: Graph, wabaId: string): Promise<ProviderTemplate[]> {
  const found: ProviderTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { fields: "name,language,category,status,components", limit: "100", ...(after && { after }) };
    const answer = await graph.call(Page, { path: `${wabaId}/message_templates`, query });
    for (const raw of answer.data) {
      const { data } = Template.safeParse(raw);
      if (!data) continue;
      const { name, language, category = "", status = "PENDING", components = [] } = data;
      found.push({ name, language, category, status, components });
    }
    after = answer.paging?.next ? answer.paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}
