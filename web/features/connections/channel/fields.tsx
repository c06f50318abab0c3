import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { channelWord } from "../../../core/channels.ts";
import { PasswordInput } from "../../../patterns/forms/password-input.tsx";
import { ColourField } from "../../../ui/colour-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Setting } from "./schema.ts";

interface Props {
  channel: ChannelInfo;
  settings: readonly Setting[];
  values: Record<string, unknown>;
  onChange: (values: Record<string, unknown>) => void;
  /** Mistakes by setting, in words. */
  errors: Record<string, string>;
  /** True when secrets are stored already. */
  stored: boolean;
}

/** The channel's own settings, drawn from its schema with its own words. */
export function ChannelFields({ channel, settings, values, onChange, errors, stored }: Props) {
  const { t } = useTranslation("connections");
  return (
    <>
      {settings.map((setting) => {
        const { key, kind, secret, choices, max } = setting;
        const label = channelWord(channel, `config.${key}.label`) ?? key;
        const help = channelWord(channel, `config.${key}.help`);
        const hint = secret && stored ? [help, t("field.secretKept")].filter(Boolean).join(" ") : help;
        const set = (value: unknown) => onChange({ ...values, [key]: value });
        const value = values[key] ?? setting.initial ?? "";
        const text = Array.isArray(value) ? value.join("\n") : String(value);
        if (kind === "switch") {
          return (
            <Switch
              key={key}
              label={label}
              hint={hint}
              checked={value === true}
              onChange={(e) => set(e.target.checked)}
            />
          );
        }
        return (
          <Field
            key={key}
            label={label}
            hint={hint}
            error={errors[key]}
            required={setting.required && !(secret && stored)}
          >
            {kind === "choice"
              ? (
                <Select value={text} onChange={(e) => set(e.target.value)}>
                  {choices.map((choice) => (
                    <option key={choice} value={choice}>
                      {channelWord(channel, `config.${key}.options.${choice}`) ?? choice}
                    </option>
                  ))}
                </Select>
              )
              : kind === "colour"
              ? <ColourField value={text} onChange={set} swatchLabel={label} />
              : kind === "list" || kind === "long"
              ? <Textarea value={text} maxLength={max} onChange={(e) => set(e.target.value)} />
              : secret
              ? <PasswordInput autoComplete="off" value={text} onChange={(e) => set(e.target.value)} />
              : (
                <Input
                  type={kind === "number" ? "number" : "text"}
                  value={text}
                  maxLength={max}
                  autoComplete="off"
                  onChange={(e) => set(e.target.value)}
                />
              )}
          </Field>
        );
      })}
    </>
  );
}
