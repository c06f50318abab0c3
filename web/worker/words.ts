// The few words the service worker says by itself: what the server sends is in the person's language already.
interface Words {
  message: string;
  accept: string;
  reply: string;
  read: string;
}
const words: Record<string, Words> = {
  pt: { message: "Nova mensagem", accept: "Aceitar", reply: "Responder", read: "Lida em outro aparelho" },
  en: { message: "New message", accept: "Accept", reply: "Reply", read: "Read on another device" },
  es: { message: "Nuevo mensaje", accept: "Aceptar", reply: "Responder", read: "Leído en otro dispositivo" },
  tr: { message: "Yeni mesaj", accept: "Kabul et", reply: "Yanıtla", read: "Başka bir cihazda okundu" },
};

/** The words of a language tag; Portuguese for those we do not speak. */
export const wordsOf = (language: string): Words => words[language.slice(0, 2).toLowerCase()] ?? words.pt as Words;
