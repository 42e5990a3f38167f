import { useEffect, useState } from 'preact/hooks';

/** What a canvas needs to know of the theme; text and boxes take its variables in the style sheet. */
export interface Theme {
  /** The value of a theme variable, such as `--vscode-charts-blue`, or the fallback where the theme has none. */
  color(variable: `--vscode-${string}`, fallback: `--vscode-${string}`): string;
  readonly font: string;
  readonly fontSize: number;
  readonly highContrast: boolean;
  /** Whether the reader asked for little motion. */
  readonly reducedMotion: boolean;
}

function readTheme(): Theme {
  const style = getComputedStyle(document.body);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    color: (variable, fallback) => value(variable) || value(fallback) || style.color,
    font: value('--vscode-font-family') || style.fontFamily,
    fontSize: parseFloat(value('--vscode-font-size')) || 13,
    highContrast: /\bvscode-high-contrast/.test(document.body.className),
    reducedMotion: document.body.classList.contains('vscode-reduce-motion'),
  };
}

/** The theme, and the next one when the reader changes it. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    // VS Code sets the variables on the root element and the class on the body.
    const observer = new MutationObserver(() => setTheme(readTheme()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}
