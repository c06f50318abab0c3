// What the demonstration company and its customers said to each other.

export interface Said {
  from: "customer" | "attendant" | "note";
  body: string;
  kind?: string;
  data?: Record<string, unknown>;
  /** The place of an earlier message of the same conversation. */
  quotes?: number;
  ack?: number;
  status?: "waiting" | "failed" | "uncertain";
  error?: string;
  deleted?: boolean;
  edited?: boolean;
  forwarded?: boolean;
  /** Who of a group wrote it: a customer's name and number, or a colleague. */
  by?: string;
  reaction?: string;
}
export interface Story {
  name: string;
  status: "open" | "pending" | "closed" | "group" | "lgpd" | "nps";
  queue?: "Vendas" | "Entregas" | "Financeiro";
  user?: "Helena Prado" | "Caíque Moura" | "Júlia Sampaio" | "Otávio Reis";
  minutesAgo: number;
  unread?: number;
  rating?: number;
  /** What happened on the way besides who took it and when it ended, each before the message of that place. */
  log?: readonly [type: "chatBot" | "transfered", place: number, who?: Story["user"]][];
  said: Said[];
}

const c = (body: string, more: Partial<Said> = {}): Said => ({ from: "customer", body, ...more });
const a = (body: string, more: Partial<Said> = {}): Said => ({ from: "attendant", body, ...more });
const note = (body: string): Said => ({ from: "note", body });
const bot = (body: string): Said => a(body, { data: { auto: "greeting" } });
const place = (body: string, latitude: number, longitude: number): Said =>
  c(body, { kind: "locationMessage", data: { latitude, longitude, name: body } });

const open: Story[] = [
  {
    name: "Marina Azevedo",
    status: "open",
    queue: "Vendas",
    user: "Caíque Moura",
    minutesAgo: 3,
    unread: 2,
    said: [
      c("Oi, vocês fazem buquê de noiva?"),
      a("Oi, Marina! Fazemos sim 💐 Para quando é o casamento?"),
      c("Dia 12 de dezembro, às 16h"),
      note("Noiva indicada pela dona Celeste. Caprichar no orçamento."),
      a("Que lindo! Prefere rosas, peônias ou flores do campo?", { reaction: "😍" }),
      c("Peônias! Quanto fica?"),
      c("E entregam em Pinheiros?"),
    ],
  },
  {
    name: "Restaurante Dom Garcia",
    status: "open",
    queue: "Vendas",
    user: "Helena Prado",
    minutesAgo: 12,
    said: [
      c("Bom dia. Precisamos renovar os arranjos das mesas toda sexta."),
      a("Bom dia! São as mesmas 14 mesas?"),
      c("Agora são 18, abrimos a varanda."),
      a("Perfeito, mando a proposta até o meio-dia.", { edited: true }),
    ],
  },
  {
    name: "Antônio Nakamura",
    status: "open",
    queue: "Entregas",
    user: "Júlia Sampaio",
    minutesAgo: 18,
    unread: 1,
    said: [
      c("O pedido 1482 ainda não chegou"),
      a("Vou ver com o motoboy agora mesmo."),
      place("Rua Augusta, 1500", -23.5558, -46.6620),
      c("O prédio fica aqui, em frente à padaria", { quotes: 2 }),
    ],
  },
  {
    name: "Beatriz Conceição",
    status: "open",
    queue: "Financeiro",
    user: "Otávio Reis",
    minutesAgo: 26,
    said: [
      c("Paguei o boleto em dobro 😩"),
      a("Oi, Beatriz! Me manda o comprovante, por favor?"),
      c("Mandei por e-mail"),
      a("Recebi. O estorno cai em até dois dias úteis.", { ack: 2 }),
    ],
  },
  {
    name: "João Estêvão",
    status: "open",
    queue: "Vendas",
    user: "Caíque Moura",
    minutesAgo: 41,
    said: [
      c("Tem girassol hoje?"),
      a("Tem sim, chegaram de manhã! 🌻"),
      c("Guarda seis pra mim"),
      a("Guardados até as 18h.", { reaction: "🙏" }),
    ],
  },
  {
    name: "Clínica Vida Plena",
    status: "open",
    queue: "Financeiro",
    user: "Otávio Reis",
    minutesAgo: 58,
    said: [
      c("Poderiam enviar a nota fiscal de outubro?"),
      a("Enviada para o e-mail do cadastro.", { status: "failed", error: "ERR_PROVIDER_UNREACHABLE" }),
    ],
  },
  {
    name: "Dona Celeste",
    status: "open",
    queue: "Vendas",
    user: "Helena Prado",
    minutesAgo: 75,
    said: [
      c("Minha filha, a orquídea floresceu!!"),
      a("Que alegria, dona Celeste! Manda uma foto depois?"),
      c("Oi Carlinhos, chegou o gás?", { deleted: true }),
      c("Mandei errado, desculpa rsrs"),
      a("Sem problema 😄"),
    ],
  },
  {
    name: "Rafael Queirós",
    status: "open",
    queue: "Entregas",
    user: "Júlia Sampaio",
    minutesAgo: 96,
    said: [
      c("Dá pra trocar o endereço da entrega?"),
      a("Dá! Qual é o novo?"),
      place("Av. Paulista, 900", -23.5650, -46.6520),
      a("Trocado. Sai às 15h."),
    ],
  },
  {
    name: "Sônia Vasconcelos",
    status: "open",
    queue: "Vendas",
    user: "Caíque Moura",
    minutesAgo: 130,
    said: [
      c("Vocês conhecem algum decorador?"),
      a("Segue o contato da Lúcia, trabalha conosco há anos.", {
        kind: "contactMessage",
        data: { contacts: [{ name: "Lúcia Decorações", phones: ["+55 11 98888-0001"] }] },
      }),
      c("Obrigada!!"),
    ],
  },
  {
    name: "Empório São Bento",
    status: "open",
    queue: "Vendas",
    user: "Helena Prado",
    minutesAgo: 190,
    said: [c("Fechamos o contrato anual?"), a("Fechado! Envio para assinatura hoje.", { ack: 1 })],
  },
];

const waiting: Story[] = [
  {
    name: "Letícia Figueiredo",
    status: "pending",
    queue: "Vendas",
    minutesAgo: 2,
    unread: 2,
    said: [c("Olá"), c("Quanto custa uma coroa de flores?")],
  },
  {
    name: "Vinícius Aragão",
    status: "pending",
    queue: "Entregas",
    minutesAgo: 6,
    unread: 1,
    said: [c("Meu pedido chegou murcho 😕")],
  },
  {
    name: "Condomínio Jardim Europa",
    status: "pending",
    queue: "Vendas",
    minutesAgo: 9,
    unread: 1,
    said: [c("Boa tarde, fazem manutenção de jardim?")],
  },
  {
    name: "Thaís Bragança",
    status: "pending",
    minutesAgo: 14,
    unread: 3,
    said: [c("", { kind: "call_log", data: { missed: true, video: false } }), c("Oi!"), c("Tem alguém aí?")],
  },
  {
    name: "Paulo Simões",
    status: "pending",
    queue: "Financeiro",
    minutesAgo: 22,
    unread: 1,
    said: [c("Preciso da segunda via do boleto")],
  },
  {
    name: "Escola Raio de Sol",
    status: "pending",
    queue: "Vendas",
    minutesAgo: 35,
    unread: 1,
    said: [c("Vocês fazem oficina de plantio com crianças?")],
  },
];

const others: Story[] = [
  {
    name: "Fornecedores de Holambra",
    status: "group",
    minutesAgo: 30,
    unread: 1,
    said: [
      c("Caminhão sai às 4h de amanhã", { by: "Geraldo van den Berg" }),
      a("Confirmado, 12 caixas de lírios.", { by: "Helena Prado" }),
      c("Levo as caixas vazias de volta", { by: "Rosa Steltenpool" }),
    ],
  },
  {
    name: "Equipe Aurora",
    status: "group",
    user: "Helena Prado",
    minutesAgo: 200,
    said: [a("Quem abre a loja no sábado?"), c("Eu abro!", { by: "Júlia (celular)" })],
  },
  {
    name: "Débora Furtado",
    status: "lgpd",
    queue: "Vendas",
    minutesAgo: 16,
    said: [c("Oi, quero um orçamento"), a("Antes de começar, você aceita a nossa política de privacidade?")],
  },
  {
    name: "Inácio Peixoto",
    status: "nps",
    queue: "Entregas",
    user: "Júlia Sampaio",
    minutesAgo: 50,
    said: [c("Chegou tudo certo, obrigado!"), a("De 0 a 10, que nota você dá ao nosso atendimento?")],
  },
];

const endings: [string, Story["queue"], Story["user"], number | undefined, string, string][] = [
  [
    "Cecília Galvão",
    "Vendas",
    "Caíque Moura",
    10,
    "As flores ficaram maravilhosas!",
    "Que bom, Cecília! Volte sempre 🌷",
  ],
  ["Flávio Assunção", "Entregas", "Júlia Sampaio", 9, "Recebido, obrigado.", "Nós que agradecemos!"],
  ["Padaria Estrela", "Financeiro", "Otávio Reis", undefined, "Pagamento feito.", "Confirmado, obrigado."],
  ["Núbia Sampaio", "Vendas", "Helena Prado", 8, "Vou pensar e retorno.", "Claro! O orçamento vale por sete dias."],
  [
    "André Leão",
    "Entregas",
    "Júlia Sampaio",
    3,
    "Chegou atrasado de novo.",
    "Sinto muito, André. O frete desta vez é por nossa conta.",
  ],
  ["Mônica Tavares", "Vendas", "Caíque Moura", 10, "Minha mãe chorou de emoção.", "Ficamos felizes em fazer parte!"],
  [
    "Ateliê Cor de Rosa",
    "Vendas",
    "Helena Prado",
    undefined,
    "Fica para o mês que vem.",
    "Combinado, eu lembro vocês.",
  ],
  ["Sérgio Guimarães", "Financeiro", "Otávio Reis", 7, "A nota veio com o CNPJ errado.", "Corrigida e reenviada."],
  ["Conceição Luz", "Vendas", "Caíque Moura", 9, "Vocês têm adubo para orquídea?", "Temos! Separei um para você."],
  ["Hotel Belvedere", "Entregas", "Júlia Sampaio", 10, "Entrega feita na recepção.", "Perfeito, até a próxima semana."],
];
const closed = endings.map(([name, queue, user, rating, last, answer], index): Story => ({
  name,
  status: "closed",
  queue,
  user,
  rating,
  minutesAgo: 1_440 * (1 + index * 2) + index * 37,
  said: [c("Bom dia!"), a("Bom dia, em que posso ajudar?"), c(last), a(answer)],
}));

/** One conversation with a message of every kind that needs no file, and a name as long as some are. */
const everything: Story = {
  name: "Associação dos Moradores do Parque Residencial Bela Vista",
  status: "open",
  queue: "Vendas",
  user: "Helena Prado",
  minutesAgo: 8,
  log: [["chatBot", 1], ["transfered", 4, "Júlia Sampaio"]],
  said: [
    c("Boa tarde!"),
    bot("Olá! Qual flor vai alegrar o seu dia?\n\n*1* - Vendas\n*2* - Entregas\n*3* - Financeiro"),
    c("1"),
    bot("Certo, já chamamos alguém de *Vendas*."),
    c("Queremos florir a praça. A ideia é esta: https://jardins.example/pracas", {
      data: {
        card: {
          url: "https://jardins.example/pracas",
          title: "Praças floridas: o que plantar em cada estação",
          description: "Um guia para bairros que cuidam do próprio jardim, do outono à primavera.",
          site: "jardins.example",
          picture: null,
        },
      },
    }),
    place("Praça Bela Vista, 120", -23.5712, -46.6401),
    a("Que projeto bonito! Quantos canteiros são?", { quotes: 4, reaction: "❤️" }),
    note("Cliente novo, indicado pelo Condomínio Jardim Europa. Orçamento até sexta."),
    c("Vocês preferem combinar quando?", {
      data: { poll: { question: "Visita à praça", options: ["Terça de manhã", "Quarta à tarde", "Sábado"] } },
    }),
    c("", { kind: "call_log", data: { missed: true, video: false } }),
    c("Fale com o síndico, por favor", {
      kind: "contactMessage",
      data: { contacts: [{ name: "Aparecida de Souza Lima", phones: ["5511988880002", "551140040003"] }] },
    }),
    c("Regras para canteiros públicos: autorização da subprefeitura, espécies nativas, rega duas vezes por semana.", {
      forwarded: true,
    }),
    c("Mensagem errada", { deleted: true }),
    a("Levo as amostras na terça de manhã.", { edited: true, ack: 3 }),
    a("Segue o valor de cada canteiro.", { status: "failed", error: "ERR_PROVIDER_UNREACHABLE" }),
    c("Combinado! 🌷"),
  ],
};

/** All of them, the newest of each state first. */
export const stories: readonly Story[] = [...open, ...waiting, ...others, ...closed, everything];
