/** Light or dark as the notebook around the board is, which need not be as the system is. */

/** How JupyterLab, VS Code, Colab and plain pages say it; null where none does. */
function said(): "light" | "dark" | null {
  const { body, documentElement: page } = document;
  const told = body.dataset["jpThemeLight"];
  if (told) return told === "true" ? "light" : "dark";
  if (body.classList.contains("vscode-dark") || body.classList.contains("vscode-high-contrast")) return "dark";
  if (body.classList.contains("vscode-light")) return "light";
  const theme = page.getAttribute("theme") ?? page.dataset["theme"] ?? body.dataset["theme"];
  return theme === "dark" || theme === "light" ? theme : null;
}

/** Dresses an element like its surroundings until the returned function is called. */
export function appearance(host: HTMLElement): () => void {
  const dress = () => (host.style.colorScheme = said() ?? "light dark");
  dress();
  const observer = new MutationObserver(dress);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, {
      attributes: true,
      attributeFilter: ["class", "data-jp-theme-light", "data-theme", "theme"],
    });
  return () => observer.disconnect();
}
