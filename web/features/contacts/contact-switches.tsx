import { Ban, UserCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { useCall } from "../../core/query.ts";
import { useOnline } from "../../core/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useContactDeeds } from "./use-contact-deeds.ts";

const toggles = { disableBot: contacts.toggleDisableBot, acceptAudioMessage: contacts.toggleAcceptAudio } as const;

/** Turns in the frame of the press and stays so until the contact is told anew: a control that springs back loses the press. */
function ContactSwitch({ contact, field, label, hint }: {
  contact: Contact;
  field: keyof typeof toggles;
  label: string;
  hint: string;
}) {
  const online = useOnline();
  const [turned, setTurned] = useState<{ on: boolean; from: Contact } | null>(null);
  const turn = useCall(toggles[field], {
    onSuccess: (answer) => setTurned((it) => it && { ...it, on: answer[field] }),
    onError: () => setTurned(null),
  });
  return (
    <Switch
      label={label}
      hint={hint}
      checked={turned?.from === contact ? turned.on : contact[field]}
      disabled={!online || turn.isPending}
      onChange={() => {
        setTurned({ on: !contact[field], from: contact });
        turn.mutate({ params: { id: contact.id } });
      }}
    />
  );
}

/** What the product does with this contact: the bot, their audio, and whether they are heard at all. */
export function ContactSwitches({ contact }: { contact: Contact }) {
  const { t } = useTranslation("contacts");
  const online = useOnline();
  const deeds = useContactDeeds();
  const Icon = contact.active ? Ban : UserCheck;
  return (
    <section aria-label={t("field.state")} className="space-y-2 border-t border-line px-4 py-4">
      <ContactSwitch contact={contact} field="disableBot" label={t("disableBot")} hint={t("disableBotHint")} />
      <ContactSwitch
        contact={contact}
        field="acceptAudioMessage"
        label={t("acceptAudio")}
        hint={t("acceptAudioHint")}
      />
      {!contact.isGroup && (
        <Button
          tone={contact.active ? "dangerQuiet" : "plain"}
          className="w-full"
          disabled={!online}
          onClick={() => void deeds.block(contact)}
        >
          <Icon aria-hidden /> {t(contact.active ? "do.block" : "do.unblock")}
        </Button>
      )}
    </section>
  );
}
