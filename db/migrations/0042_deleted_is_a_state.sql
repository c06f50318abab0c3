-- That the last message was deleted is known from the message; the list says it in the reader's language.
update app.tickets set last_message = '' where last_message = '_Mensagem apagada_';
