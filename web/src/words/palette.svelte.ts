/** Which colors the pieces wear, since words name them as they are seen. */

let isPrinted = $state.raw(false);

/** The pieces look as they were printed from now on, or no longer. */
export const paint = (printed: boolean): void => void (isPrinted = printed);

/** The key of a color's name: Duo's two are violet and orange unless they look as printed. */
export const colorKey = (color: string): string => (isPrinted ? `color.printed.${color}` : `color.${color}`);
