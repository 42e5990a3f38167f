import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface MenuEntry {
  readonly command: string;
  readonly when?: string;
}

export interface SettingSchema {
  readonly type: string;
  readonly scope: string;
  readonly order: number;
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly additionalProperties?: boolean | { readonly enum: readonly string[] };
  readonly properties?: Readonly<Record<string, { readonly enum: readonly string[] }>>;
}

export interface Manifest {
  readonly icon: string;
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: Readonly<
    Record<
      string,
      {
        readonly supported: unknown;
        readonly description: string;
        readonly restrictedConfigurations?: readonly string[];
      }
    >
  >;
  readonly contributes: {
    readonly languages: readonly {
      readonly id: string;
      readonly extensions: readonly string[];
      readonly configuration: string;
      readonly icon: { readonly light: string; readonly dark: string };
    }[];
    readonly grammars: readonly {
      readonly language: string;
      readonly path: string;
      readonly scopeName: string;
    }[];
    readonly semanticTokenTypes: readonly { readonly id: string }[];
    readonly semanticTokenModifiers: readonly { readonly id: string }[];
    readonly semanticTokenScopes: readonly {
      readonly language: string;
      readonly scopes: Readonly<Record<string, readonly string[]>>;
    }[];
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly yamlValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly customEditors: readonly {
      readonly viewType: string;
      readonly priority: string;
      readonly selector: readonly { readonly filenamePattern: string }[];
    }[];
    readonly viewsContainers: Readonly<
      Record<string, readonly { readonly id: string; readonly icon: string }[]>
    >;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly keybindings: readonly (MenuEntry & { readonly key: string })[];
    readonly configuration: { readonly properties: Readonly<Record<string, SettingSchema>> };
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

export const manifestText = read('package.json');
export const manifest = JSON.parse(manifestText) as Manifest;
export const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/** Every source file of the extension, as text. */
export function extensionSources(): { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, 'extension'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: name, text: read(join('extension', name)) }));
}
