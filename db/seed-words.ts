// What the made-up people are called and say. Lists, not randomness: the same seed makes the same content everywhere.

export const firstNames =
  ("Ana João Maria José Antônio Francisca Luís Lúcia Paulo Mônica Márcia Sérgio Cláudia Fábio Patrícia Rogério Vânia César Aline " +
    "Flávio Júlia André Letícia Mário Beatriz Otávio Cecília Vinícius Débora Inácio Eduarda Caíque Helena Núbia Rafael Conceição " +
    "Thaís Estêvão Sônia Natália").split(" ");

export const surnames =
  ("Silva Souza Araújo Conceição Gonçalves Assunção Magalhães Guimarães Simões Falcão Leão Galvão Brandão Aragão Luz Pereira Costa " +
    "Oliveira Ribeiro Carvalho Almeida Ferreira Rodrigues Gomes Martins Rocha Barbosa Cardoso Teixeira Moreira Nogueira Peixoto Sá " +
    "Antunes Cavalcânti Bragança Seixas Furtado Camargo Queirós Vasconcelos Mendonça Paixão Taváres Valadão Figueirêdo Sampaio " +
    "Siqueira Zanetti Câmara").split(" ");

/** 64 words of customer service; a message of ten of them has 68 characters. */
export const words =
  ("pedido entrega boleto produto cliente prazo amanhã hoje oi obrigado bom dia tarde preciso receber enviar endereço número " +
    "cartão pago desconto orçamento troca sim garantia loja horário favor urgente ainda agora aguardo resposta " +
    "ok cancelar cadastro senha acesso sistema problema solução técnico visita agendar reunião contrato fatura mês " +
    "estoque tamanho cor modelo azul verde frete aqui motoboy código rastreio nota fiscal perfeito valeu certo").split(
      " ",
    );
