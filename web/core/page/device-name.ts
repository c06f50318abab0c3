// What a person would call this device: "Chrome, Android". From the browser's own words, good enough to tell one's devices apart.
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];
const first = (rows: [RegExp, string][], userAgent: string) => rows.find(([sign]) => sign.test(userAgent))?.[1];

/** The browser's and the system's name; what is not known is left out. */
export function deviceName(userAgent: string): string {
  return [first(browsers, userAgent), first(systems, userAgent)].filter(Boolean).join(", ") || "Web";
}
