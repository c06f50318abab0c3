import { type ClassValue, clsx } from "clsx";

/** Joins class names. Components put `className` last; nothing here overrides what a caller sets. */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
