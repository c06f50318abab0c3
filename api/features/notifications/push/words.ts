// The few words the server itself says on a locked screen, in the person's language. The app's own words are in web/.

export const languages = ["pt", "en", "es", "tr"] as const;
export type Language = typeof languages[number];

export interface Words {
  newMessage: string;
  transferred: string;
  waits: string;
  /** `{name}` wrote a note that names this person. */
  mentioned: string;
  /** `{name}` of a connection, `{time}` where the company is. */
  outageTitle: string;
  outageBody: string;
  backTitle: string;
  backBody: string;
  /** A campaign's name stands before why it waits. */
  pauseTitle: string;
  pauses: Record<"line" | "plan" | "template", string>;
  overTitle: string;
  overBody: string;
  testTitle: string;
  testBody: string;
  /** By kind of message; `{text}` follows where there is some. */
  kinds: Record<MediaWord, string>;
}
export type MediaWord =
  | "image"
  | "video"
  | "audio"
  | "voice"
  | "document"
  | "sticker"
  | "location"
  | "contact"
  | "call"
  | "unknown";

const words: Record<Language, Words> = {
  pt: {
    newMessage: "Nova mensagem",
    transferred: "Transferido para você",
    waits: "Aguardando atendimento",
    mentioned: "{name} mencionou você: {text}",
    outageTitle: "Conexão fora do ar",
    outageBody: "{name}: sem enviar nem receber desde {time}.",
    backTitle: "Conexão de volta",
    backBody: "{name} voltou às {time}.",
    pauseTitle: "Campanha em pausa",
    pauses: {
      line: "a conexão está fora do ar. Ela continua sozinha quando voltar.",
      plan: "a assinatura não permite enviar. Ela continua sozinha depois.",
      template: "o modelo não pode ser enviado agora. Ela continua sozinha quando for aprovado.",
    },
    overTitle: "Sessão encerrada",
    overBody: "O que estava guardado neste aparelho foi apagado. Entre de novo para receber mensagens.",
    testTitle: "Teste de notificação",
    testBody: "Este aparelho avisa quando o aplicativo está fechado.",
    kinds: {
      image: "Foto",
      video: "Vídeo",
      audio: "Áudio",
      voice: "Mensagem de voz",
      document: "Documento",
      sticker: "Figurinha",
      location: "Localização",
      contact: "Contato",
      call: "Chamada",
      unknown: "Mensagem não suportada",
    },
  },
  en: {
    newMessage: "New message",
    transferred: "Transferred to you",
    waits: "Waiting for an answer",
    mentioned: "{name} mentioned you: {text}",
    outageTitle: "Connection down",
    outageBody: "{name}: nothing sent or received since {time}.",
    backTitle: "Connection is back",
    backBody: "{name} came back at {time}.",
    pauseTitle: "Campaign paused",
    pauses: {
      line: "the connection is down. It goes on by itself when it is back.",
      plan: "the subscription does not allow sending. It goes on by itself afterwards.",
      template: "the template cannot be sent now. It goes on by itself when it is approved.",
    },
    overTitle: "Session ended",
    overBody: "What was kept on this device has been deleted. Sign in again to get messages.",
    testTitle: "Test notification",
    testBody: "This device rings when the app is closed.",
    kinds: {
      image: "Photo",
      video: "Video",
      audio: "Audio",
      voice: "Voice message",
      document: "Document",
      sticker: "Sticker",
      location: "Location",
      contact: "Contact",
      call: "Call",
      unknown: "Unsupported message",
    },
  },
  es: {
    newMessage: "Mensaje nuevo",
    transferred: "Transferido a ti",
    waits: "Esperando respuesta",
    mentioned: "{name} te mencionó: {text}",
    outageTitle: "Conexión caída",
    outageBody: "{name}: no envía ni recibe desde las {time}.",
    backTitle: "Conexión restablecida",
    backBody: "{name} volvió a las {time}.",
    pauseTitle: "Campaña en pausa",
    pauses: {
      line: "la conexión está caída. Sigue sola cuando vuelva.",
      plan: "la suscripción no permite enviar. Sigue sola después.",
      template: "la plantilla no se puede enviar ahora. Sigue sola cuando se apruebe.",
    },
    overTitle: "Sesión cerrada",
    overBody: "Lo que estaba guardado en este dispositivo se borró. Entra de nuevo para recibir mensajes.",
    testTitle: "Prueba de notificación",
    testBody: "Este dispositivo avisa cuando la aplicación está cerrada.",
    kinds: {
      image: "Foto",
      video: "Vídeo",
      audio: "Audio",
      voice: "Mensaje de voz",
      document: "Documento",
      sticker: "Sticker",
      location: "Ubicación",
      contact: "Contacto",
      call: "Llamada",
      unknown: "Mensaje no compatible",
    },
  },
  tr: {
    newMessage: "Yeni mesaj",
    transferred: "Size aktarıldı",
    waits: "Yanıt bekliyor",
    mentioned: "{name} sizden bahsetti: {text}",
    outageTitle: "Bağlantı kesildi",
    outageBody: "{name}: {time} saatinden beri mesaj gönderilmiyor ve alınmıyor.",
    backTitle: "Bağlantı geri geldi",
    backBody: "{name} {time} itibarıyla yeniden bağlı.",
    pauseTitle: "Kampanya duraklatıldı",
    pauses: {
      line: "bağlantı kesik. Geri gelince kendiliğinden sürer.",
      plan: "abonelik göndermeye izin vermiyor. Sonra kendiliğinden sürer.",
      template: "şablon şu anda gönderilemiyor. Onaylanınca kendiliğinden sürer.",
    },
    overTitle: "Oturum kapatıldı",
    overBody: "Bu cihazda saklananlar silindi. Mesaj almak için yeniden girin.",
    testTitle: "Deneme bildirimi",
    testBody: "Bu cihaz, uygulama kapalıyken haber verir.",
    kinds: {
      image: "Fotoğraf",
      video: "Video",
      audio: "Ses",
      voice: "Sesli mesaj",
      document: "Belge",
      sticker: "Çıkartma",
      location: "Konum",
      contact: "Kişi",
      call: "Arama",
      unknown: "Desteklenmeyen mesaj",
    },
  },
};

/** The language of a person; what is not known is Portuguese, as in the app. */
export function languageOf(value: string): Language {
  return languages.find((known) => known === value) ?? "pt";
}
/** The words of a language. */
export function wordsOf(language: Language): Words {
  return words[language];
}
