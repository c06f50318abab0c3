// What the page of first steps says to a phone, in the app's languages.
export interface Words {
  title: string;
  why: string;
  trust: string;
  download: string;
  iphone: string[];
  android: string[];
  open: string;
  install: string;
  other: string;
}
export const words: Record<"pt" | "en" | "es" | "tr", Words> = {
  pt: {
    title: "Recado neste telefone",
    why: "O telefone só instala, toca e trabalha sem rede por uma conexão segura. São dois passos, uma vez só.",
    trust: "1. Confiar neste computador",
    download: "Baixar o certificado",
    iphone: [
      "Toque em Permitir. Abra Ajustes: no alto está Perfil Baixado. Toque nele e em Instalar.",
      "Depois: Ajustes → Geral → Sobre → Ajustes de Confiança e ligue o certificado Recado.",
    ],
    android: [
      "Abra Configurações e procure por “certificado CA”.",
      "Escolha Instalar mesmo assim e o arquivo recado.crt que acabou de baixar.",
    ],
    open: "2. Abrir o Recado",
    install: "Entre e toque em Instalar aplicativo no menu da sua conta: o ícone fica na tela inicial.",
    other: "Em outro tipo de telefone?",
  },
  en: {
    title: "Recado on this phone",
    why: "A phone installs, rings and works offline over a secure connection only. Two steps, once.",
    trust: "1. Trust this computer",
    download: "Download the certificate",
    iphone: [
      "Tap Allow. Open Settings: Profile Downloaded is at the top. Tap it, then Install.",
      "Then: Settings → General → About → Certificate Trust Settings, and switch the Recado certificate on.",
    ],
    android: [
      "Open Settings and search for “CA certificate”.",
      "Choose Install anyway, and the file recado.crt that you have just downloaded.",
    ],
    open: "2. Open Recado",
    install: "Sign in and tap Install app in your account's menu: the icon is on the home screen.",
    other: "Another kind of phone?",
  },
  es: {
    title: "Recado en este teléfono",
    why: "El teléfono solo instala, suena y trabaja sin red con una conexión segura. Son dos pasos, una sola vez.",
    trust: "1. Confiar en este ordenador",
    download: "Descargar el certificado",
    iphone: [
      "Toca Permitir. Abre Ajustes: arriba está Perfil descargado. Tócalo y luego Instalar.",
      "Después: Ajustes → General → Información → Ajustes de confianza, y activa el certificado Recado.",
    ],
    android: [
      "Abre Ajustes y busca “certificado CA”.",
      "Elige Instalar de todos modos y el archivo recado.crt que acabas de descargar.",
    ],
    open: "2. Abrir Recado",
    install: "Entra y toca Instalar aplicación en el menú de tu cuenta: el icono queda en la pantalla de inicio.",
    other: "¿Otro tipo de teléfono?",
  },
  tr: {
    title: "Recado bu telefonda",
    why: "Telefon yalnızca güvenli bağlantıyla yükler, çalar ve ağsız çalışır. İki adım, bir kez.",
    trust: "1. Bu bilgisayara güvenin",
    download: "Sertifikayı indir",
    iphone: [
      "İzin Ver’e dokunun. Ayarlar’ı açın: en üstte İndirilen Profil var. Ona, sonra Yükle’ye dokunun.",
      "Sonra: Ayarlar → Genel → Hakkında → Sertifika Güven Ayarları, Recado sertifikasını açın.",
    ],
    android: [
      "Ayarlar’ı açın ve “CA sertifikası” diye arayın.",
      "Yine de yükle’yi ve az önce indirdiğiniz recado.crt dosyasını seçin.",
    ],
    open: "2. Recado’yu aç",
    install: "Oturum açın ve hesap menüsünde Uygulamayı yükle’ye dokunun: simge ana ekranda.",
    other: "Başka tür bir telefon mu?",
  },
};
