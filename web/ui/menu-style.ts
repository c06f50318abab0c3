// One look for dropdown and context menus.
export const menuPanel =
  "z-60 min-w-48 max-w-80 max-h-(--radix-popper-available-height) overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float outline-none animate-fade";
export const menuItem =
  "flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-body text-fg outline-none select-none data-highlighted:bg-hover data-disabled:pointer-events-none data-disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-subtle";
export const menuDanger = "text-danger data-highlighted:bg-danger-soft [&_svg]:text-danger";
export const menuLabel = "px-2.5 pt-2 pb-1 text-meta text-fg-subtle";
export const menuLine = "mx-1 my-1 h-px bg-line";
