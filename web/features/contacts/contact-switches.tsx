import { Ban, UserCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { useCall } from "../../core/query.ts";
import { useOnline } from "../../core/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useContactDeeds } from "./use-contact-deeds.ts";

/** What the product does with this contact: the bot, their audio, and whether they are heard at all. */
export function ContactSwitches({ contact }: { contact: Contact }) {
  const { t } = useTranslation("contacts");
  const online = useOnline();
  const deeds = useContactDeeds();
  const bot = useCall(contacts.toggleDisableBot);
  const audio = useCall(contacts.toggleAcceptAudio);
  const call = { params: { id: contact.id } };
  const Icon = contact.active ? Ban : UserCheck;
  return (
    <section aria-label={t("field.state")} className="space-y-2 border-t border-line px-4 py-4">
      <Switch
        label={t("disableBot")}
        hint={t("disableBotHint")}
        checked={bot.isPending ? !contact.disableBot : contact.disableBot}
        disabled={!online || bot.isPending}
        onChange={() => bot.mutate(call)}
      />
      <Switch
        label={t("acceptAudio")}
        hint={t("acceptAudioHint")}
        checked={audio.isPending ? !contact.acceptAudioMessage : contact.acceptAudioMessage}
        disabled={!online || audio.isPending}
        onChange={() => audio.mutate(call)}
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
