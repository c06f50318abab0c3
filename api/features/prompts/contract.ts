// Prompts: AI assistants that answer customers (docs/product/prompts.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { writeOnly } from "../../contract/marks.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { QueueBadge, queueChanged } from "../queues/contract.ts";

/** Voices of OpenAI's form: with the AI's own key and address. */
export const openAiVoices = [
  "openai-alloy",
  "openai-ash",
  "openai-coral",
  "openai-echo",
  "openai-fable",
  "openai-nova",
  "openai-onyx",
  "openai-sage",
  "openai-shimmer",
] as const;
/** Written answers, one of Azure's Brazilian voices, or one of OpenAI's form. */
export const voices = [
  "text",
  "pt-BR-AntonioNeural",
  "pt-BR-BrendaNeural",
  "pt-BR-DonatoNeural",
  "pt-BR-ElzaNeural",
  "pt-BR-FabioNeural",
  "pt-BR-FranciscaNeural",
  "pt-BR-GiovannaNeural",
  "pt-BR-HumbertoNeural",
  "pt-BR-JulioNeural",
  "pt-BR-LeilaNeural",
  "pt-BR-LeticiaNeural",
  "pt-BR-ManuelaNeural",
  "pt-BR-NicolauNeural",
  "pt-BR-ValerioNeural",
  "pt-BR-YaraNeural",
  ...openAiVoices,
] as const;
export const MAX_PROMPT = 8_000;

export const Prompt = z.object({
  id: z.number(),
  name: z.string(),
  prompt: z.string(),
  model: z.string(),
  /** Of an API in OpenAI's form; empty: OpenAI's own. */
  baseUrl: z.string(),
  maxTokens: z.number(),
  temperature: z.number(),
  /** So many of the conversation's newest messages are shown to the model. */
  maxMessages: z.number(),
  /** Where a customer goes whom the model hands over. */
  queueId: z.number().nullable(),
  queue: QueueBadge.nullable(),
  voice: z.string(),
  voiceRegion: z.string(),
  /** Writes down what voice notes say; empty: nobody listens to them. */
  transcriptionModel: z.string(),
  /** It answers from the company's quick messages, and from nothing else but what is ticked. */
  knowsQuickMessages: z.boolean(),
  knowsFileLists: z.boolean(),
  /** Of a million tokens that it reads and writes, decimal text; empty: not said. */
  priceIn: z.string(),
  priceOut: z.string(),
  /** People ask it in the composer; one prompt of the company does this. */
  helpsPeople: z.boolean(),
  hasKey: z.boolean(),
  hasVoiceKey: z.boolean(),
  /** Its account has nothing left: until then customers go to people. */
  pausedUntil: Instant.nullable(),
  /** Today, in the company's calendar. */
  usedToday: z.object({
    calls: z.number(),
    tokensIn: z.number(),
    tokensOut: z.number(),
    /** Decimal text; empty where no price is said. */
    cost: z.string(),
  }),
});
export type Prompt = z.infer<typeof Prompt>;

const price = z.string().regex(/^(\d{1,6}([.,]\d{1,4})?)?$/).transform((text) => text.replace(",", "."));
const fields = {
  name: text(100).trim().min(1, "required"),
  prompt: text(MAX_PROMPT),
  model: text(100).trim(),
  baseUrl: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]),
  maxTokens: z.coerce.number().int().min(16).max(4096),
  temperature: z.coerce.number().min(0).max(2),
  maxMessages: z.coerce.number().int().min(1).max(50),
  queueId: Id("queue"),
  transcriptionModel: text(100).trim(),
  helpsPeople: z.boolean(),
  knowsQuickMessages: z.boolean(),
  knowsFileLists: z.boolean(),
  priceIn: price,
  priceOut: price,
  voice: z.enum(voices),
  voiceRegion: z.union([z.literal(""), z.string().regex(/^[a-z0-9]{2,40}$/)]),
  /** An empty key stays as it is. */
  apiKey: writeOnly(text(500).trim()),
  voiceKey: writeOnly(text(500).trim()),
};
/** What is left out stays; of a new one it is the default. */
export const PromptForm = z.object(fields).partial().extend({ name: fields.name, queueId: fields.queueId });
export type PromptForm = z.output<typeof PromptForm>;

const Typed = z.object(fields).omit({ queueId: true }).partial().extend({ id: Id("prompt").nullish() });
const Tried = z.object({
  ok: z.boolean(),
  ms: z.number(),
  answer: z.string(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  cost: z.string(),
  /** What the model was told before the question: the prompt, its material, its rules. */
  told: z.string(),
  reason: z.string(),
  detail: z.string(),
});

export const promptChanged = changes("company-{id}-prompt", "prompt", "promptId", Prompt);
/** A prompt names its queue, which may be renamed or deleted. */
const live = [promptChanged, queueChanged, nameChanged] as const;
const common = { access: "prompts:manage", plan: "useOpenAi" } as const;

export const prompts = {
  list: endpoint({
    ...common,
    access: "connections-page:addConnection",
    method: "GET",
    path: "/prompt",
    summary: "Prompts by name, a page at a time.",
    live,
    query: PageQuery,
    response: z.object({ prompts: z.array(Prompt), hasMore: z.boolean(), count: z.number() }),
  }),
  show: endpoint({
    ...common,
    method: "GET",
    path: "/prompt/{id}",
    summary: "One prompt, without its keys.",
    live,
    params: IdParam("prompt"),
    response: Prompt,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  create: endpoint({
    ...common,
    method: "POST",
    path: "/prompt",
    summary: "Makes a prompt.",
    body: PromptForm,
    response: Prompt,
    audit: true,
    errors: ["ERR_DUPLICATED_NAME", "ERR_NO_QUEUE_FOUND"],
  }),
  update: endpoint({
    ...common,
    method: "PUT",
    path: "/prompt/{id}",
    summary: "Changes a prompt; what is left out stays, keys that are empty too.",
    params: IdParam("prompt"),
    body: PromptForm,
    response: Prompt,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_NAME", "ERR_NO_QUEUE_FOUND"],
  }),
  remove: endpoint({
    ...common,
    method: "DELETE",
    path: "/prompt/{id}",
    summary: "Deletes a prompt; conversations it leads go to people.",
    params: IdParam("prompt"),
    response: Ok.extend({ message: z.string() }),
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  test: endpoint({
    ...common,
    method: "POST",
    path: "/prompt/test",
    summary: "Asks the model something with these values; with an id its stored key is used where none is given.",
    body: Typed.extend({ question: text(2000).trim().min(1, "required") }),
    response: Tried,
    transaction: false,
    audit: true,
    perMinute: 20,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  models: endpoint({
    ...common,
    method: "POST",
    path: "/prompt/models",
    summary: "The models that an address offers to a key.",
    body: Typed.pick({ id: true, apiKey: true }).extend({ baseUrl: fields.baseUrl }),
    response: z.object({ models: z.array(z.string()), reason: z.string() }),
    transaction: false,
    audit: true,
    perMinute: 20,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
