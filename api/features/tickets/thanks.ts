// What a customer says when all is said: thanks, a word of praise, a goodbye. Told apart from what wants an answer word by word,
// in all languages at once: customers do not write in the company's.
import { plain } from "../../contract/words/plain.ts";

/** At least one of these makes it thanks, or praise: "muito bom", "very good". */
const thanks = wordsIn(`
  obrigado obrigada obrigados obg brigado brigada brigadao obrigadao valeu vlw agradeco agradecemos agradecida agradecido grato grata
  otimo otima excelente perfeito perfeita parabens tchau beleza blz ok okay show igualmente
  muito
  thanks thank thx ty cheers great perfect awesome excellent goodbye bye very
  gracias agradezco perfecto genial vale adios chao muy
  tesekkur tesekkurler sagol sagolun saolun sagolasin eyvallah tamam super harika mukemmel hoscakalin cok
`);
/** These go along with it. */
const fillers = wordsIn(`
  muita mesmo de nada bom boa o a as e foi atendimento tudo certo ate logo mais abraco abracos dia tarde noite pra para por pela pelo
  voce voces vc vcs tambem nota dez top ajuda atencao pessoal equipe
  you so much a lot for the your all help support service good day night nice job well done again and it was
  muchas muchos bien bueno por todo la el su tu atencion ayuda buen buena buenas buenos dias tardes noches amable hasta luego y
  iyi gunler aksamlar geceler kolay gelsin size her sey icin ederim ederiz rica ve ilginiz yardiminiz
`);
const MAX_CHARS = 80;

/** Whether a text says thanks and nothing else. A question, a number or any other word makes it something to be answered. */
export function isThanks(text: string): boolean {
  const said = text.replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200D\uFE0F]/gu, " ").trim();
  if (said === "") return text.trim() !== "";
  if (said.length > MAX_CHARS || said.includes("?")) return false;
  const words = plain(said).split(/[\s.,;!:)(-]+/).filter(Boolean);
  return words.some((word) => thanks.has(word)) && words.every((word) => thanks.has(word) || fillers.has(word));
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
