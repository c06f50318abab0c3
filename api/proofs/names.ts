// Names as customers and agents have them, from a generator: accents in both of Unicode's forms, every case, digits, `_`, equal
// names, Turkish and other alphabets, ornamental letters, emoji, right to left, invisible characters.
import fc from "fast-check";

const WORDS = [
  ...["Álvaro", "Ana", "Ângela", "Conceição", "Érica", "Ítalo", "João", "José", "Órfão", "Úrsula", "Zuleica", "Ñandú"],
  ...[
    "İbrahim",
    "Irmak",
    "ılgın",
    "Şule",
    "Ömer",
    "Çelik",
    "Straße",
    "Strasse",
    "Søren",
    "Łódź",
    "Œuvre",
    "Æsir",
    "Þór",
  ],
  ...["Ελένη", "Οδυσσεύς", "Ёлка", "Ганна", "Ґвоздь", "محمد", "דוד", "王芳", "가나", "ガク", "Արմեն", "नीरज"],
  ...[
    "𝓜𝓪𝓻𝓲𝓪",
    "Ａｎａ",
    "ﬁm",
    "1º",
    "🌹",
    "😀",
    "👩🏽‍🔧",
    "\u200eEva",
    "\u2068Rui\u2069",
    "2",
    "10",
    "007",
    "_",
    "~",
    "[VIP]",
  ],
];
const changes: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  (word) => word.normalize("NFD"),
  (word) => word.normalize("NFC"),
];
const word = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...changes)).map(([one, change]) => change(one));

/** A name of one to three words. */
export const anyName = fc.array(fc.tuple(word, fc.constantFrom(" ", " ", "_", "-", ". ", "")), {
  minLength: 1,
  maxLength: 3,
}).map((parts) => parts.map(([one, gap]) => one + gap).join("").trim());
