// Keys pressed before the commands are here: they wait for them.
let pressed: KeyboardEvent[] = [];
let here = false;
const keep = (event: KeyboardEvent) => void pressed.push(event);

/** Notes what is pressed, until `pressedEarly`. Answers what ends it before. */
export function noteKeys(): () => void {
  if (!here) document.addEventListener("keydown", keep);
  return forget;
}
function forget() {
  document.removeEventListener("keydown", keep);
  pressed = [];
}

/** The commands are here: what was pressed meanwhile. */
export function pressedEarly(): KeyboardEvent[] {
  const list = pressed;
  here = true;
  forget();
  return list;
}
