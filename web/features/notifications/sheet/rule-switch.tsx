import { Switch } from "../../../ui/switch.tsx";
import { useAtOnce } from "./use-at-once.ts";

interface Props {
  label: string;
  hint: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** A switch of the rules. */
export function RuleSwitch({ on, onChange, ...props }: Props) {
  const [shown, show] = useAtOnce(on);
  return (
    <Switch
      {...props}
      checked={shown}
      onChange={(e) => {
        show(e.target.checked);
        onChange(e.target.checked);
      }}
    />
  );
}
