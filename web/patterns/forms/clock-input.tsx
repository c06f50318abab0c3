import { type ComponentProps, useState } from "react";
import { Input } from "../../ui/input.tsx";
import { readClock } from "./week.ts";

interface Props extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  /** HH:MM, or empty. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day as HH:MM in every language: `900` and `9` become 09:00. The system's own field shows AM and PM. */
export function ClockInput({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === "" || /^\d{1,2}:?\d{2}$/.test(text.trim())) onChange(readClock(text) ?? value);
  };
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
      maxLength={5}
      value={typed ?? value}
      onFocus={(e) => e.target.select()}
      onChange={(e) => type(e.target.value)}
      onBlur={() => {
        if (typed !== null) onChange(readClock(typed) ?? value);
        setTyped(null);
      }}
      className="w-18! text-center tabular-nums"
      {...props}
    />
  );
}
