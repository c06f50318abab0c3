// What the bot says by itself and no editor offers, in the language of the company's setting (`botLanguage`), whoever
// reads or previews it. Companies write the rest.

type Language = "pt" | "en" | "es" | "tr";

export interface Words {
  /** What ends the conversation wherever one stands. "sair" does so in every language. */
  leave: string;
  leaveLine: string;
  backLine: string;
  consent: string;
  agree: string;
  disagree: string;
  invalid: string;
  ratingInvalid: string;
  audioRefused: string;
  wait: string;
}

const words: Record<Language, Words> = {
  pt: {
    leave: "sair",
    leaveLine: "*sair* - Encerrar o atendimento",
    backLine: "*#* - Voltar ao menu principal",
    consent: "Você está de acordo com o tratamento dos seus dados pessoais?",
    agree: "Sim",
    disagree: "Não",
    invalid: "Opção inválida. Responda com o número de uma das opções:",
    ratingInvalid: "Não entendi sua avaliação. Responda com um número de 0 a 10.",
    audioRefused: "Não conseguimos ouvir áudios por aqui. Por favor, escreva sua mensagem.",
    wait: "Aguarde um momento, estamos localizando um atendente.",
  },
  en: {
    leave: "exit",
    leaveLine: "*exit* - End the conversation",
    backLine: "*#* - Back to the main menu",
    consent: "Do you agree to the processing of your personal data?",
    agree: "Yes",
    disagree: "No",
    invalid: "That is not one of the options. Please answer with a number:",
    ratingInvalid: "We did not understand your rating. Please answer with a number from 0 to 10.",
    audioRefused: "We cannot listen to voice messages here. Please write your message.",
    wait: "One moment please, we are finding somebody to help you.",
  },
  es: {
    leave: "salir",
    leaveLine: "*salir* - Terminar la conversación",
    backLine: "*#* - Volver al menú principal",
    consent: "¿Estás de acuerdo con el tratamiento de tus datos personales?",
    agree: "Sí",
    disagree: "No",
    invalid: "Opción no válida. Responde con el número de una de las opciones:",
    ratingInvalid: "No entendimos tu valoración. Responde con un número de 0 a 10.",
    audioRefused: "Aquí no podemos escuchar audios. Por favor, escribe tu mensaje.",
    wait: "Un momento, por favor: estamos buscando a alguien para atenderte.",
  },
  tr: {
    leave: "çıkış",
    leaveLine: "*çıkış* - Konuşmayı bitir",
    backLine: "*#* - Ana menüye dön",
    consent: "Kişisel verilerinizin işlenmesini kabul ediyor musunuz?",
    agree: "Evet",
    disagree: "Hayır",
    invalid: "Geçersiz seçenek. Lütfen seçeneklerden birinin numarasıyla yanıtlayın:",
    ratingInvalid: "Değerlendirmenizi anlayamadık. Lütfen 0 ile 10 arasında bir sayıyla yanıtlayın.",
    audioRefused: "Burada sesli mesajları dinleyemiyoruz. Lütfen mesajınızı yazın.",
    wait: "Lütfen bekleyin, size yardımcı olacak birini buluyoruz.",
  },
};

/** The server's own words; Portuguese where the language is not known. */
export function wordsOf(language: string): Words {
  return words[language as Language] ?? words.pt;
}
