import { phoneNumber } from "../../../core/words/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { cardsOf } from "../../../core/words/message-data.ts";
import { UnknownContent } from "./unknown.tsx";

/** People the customer passed on, each with their numbers. */
export function ContactContent({ message }: { message: Message }) {
  const cards = cardsOf(message.data);
  if (!cards) return <UnknownContent message={message} />;
  return (
    <ul className="w-64 max-w-full divide-y divide-line rounded-[12px] bg-hover px-2.5">
      {cards.map((card, index) => (
        <li key={index} className="flex items-center gap-3 py-2.5">
          <Avatar name={card.name} />
          <span className="min-w-0">
            <span dir="auto" className="block truncate font-500">{card.name}</span>
            {card.phones.map((phone) => (
              <a
                key={phone}
                href={`tel:${phone.replace(/[^\d+]/g, "")}`}
                className="block truncate text-meta text-primary-fg tabular-nums hover:underline"
              >
                {phoneNumber(phone)}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
