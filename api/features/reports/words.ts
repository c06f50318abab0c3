// The words of the exported workbook, in the reader's language: heads in the order of the screen's columns.
type Language = "pt" | "en" | "es" | "tr";

export const sheetName: Record<Language, string> = {
  pt: "Atendimentos",
  en: "Tickets",
  es: "Tickets",
  tr: "Talepler",
};
export const heads: Record<Language, readonly string[]> = {
  pt: [
    "Id",
    "Conexão",
    "Contato",
    "Usuário",
    "Fila",
    "Status",
    "Última mensagem",
    "Abertura",
    "Fechamento",
    "Atendimento (min)",
    "NPS",
  ],
  en: [
    "Id",
    "Connection",
    "Contact",
    "User",
    "Queue",
    "Status",
    "Last message",
    "Opened",
    "Closed",
    "Support time (min)",
    "NPS",
  ],
  es: [
    "Id",
    "Conexión",
    "Contacto",
    "Usuario",
    "Cola",
    "Estado",
    "Último mensaje",
    "Apertura",
    "Cierre",
    "Servicio (min)",
    "NPS",
  ],
  tr: [
    "No",
    "Bağlantı",
    "Kişi",
    "Kullanıcı",
    "Kuyruk",
    "Durum",
    "Son mesaj",
    "Açılış",
    "Kapanış",
    "Hizmet süresi (dk)",
    "NPS",
  ],
};
const statuses: Record<Language, Record<string, string>> = {
  pt: { open: "Aberto", pending: "Aguardando", closed: "Resolvido", group: "Grupo", nps: "Avaliação", lgpd: "LGPD" },
  en: { open: "Open", pending: "Waiting", closed: "Resolved", group: "Group", nps: "Rating", lgpd: "Consent" },
  es: { open: "Abierto", pending: "En espera", closed: "Resuelto", group: "Grupo", nps: "Valoración", lgpd: "LGPD" },
  tr: { open: "Açık", pending: "Bekliyor", closed: "Çözüldü", group: "Grup", nps: "Değerlendirme", lgpd: "KVKK" },
};
/** A status in words; one that has none is shown as it is. */
export const statusWord = (language: Language, status: string): string => statuses[language][status] ?? status;
