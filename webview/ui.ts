/**
 * The controls of all pages, from `@vscode/webview-ui-toolkit`. This is the only file that imports it: the library
 * is archived upstream, and what replaces it one day replaces it here.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeBadge,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDivider,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import type { HTMLAttributes, Ref } from 'preact';

/** Defines the elements below; called once, before anything is drawn. */
export function defineControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeBadge(),
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDivider(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}

/** A text field or dropdown as an event's target: both hold a string. */
export interface ValueElement extends HTMLElement {
  value: string;
}

/** A checkbox as an event's target. */
export interface CheckedElement extends HTMLElement {
  checked: boolean;
}

type Common = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> };

/** What the elements take beyond what every element takes. */
interface Controls {
  'vscode-badge': Common;
  'vscode-button': Common & { appearance?: 'primary' | 'secondary' | 'icon'; disabled?: boolean };
  'vscode-checkbox': Common & { checked?: boolean; disabled?: boolean };
  'vscode-divider': Common;
  'vscode-dropdown': Common & { value?: string; disabled?: boolean; position?: 'above' | 'below' };
  'vscode-option': Common & { value?: string; selected?: boolean };
  'vscode-progress-ring': Common;
  'vscode-text-field': Common & {
    value?: string;
    placeholder?: string;
    size?: number;
    disabled?: boolean;
    readonly?: boolean;
    type?: string;
  };
}

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the elements of JSX are declared in a namespace
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an interface is what can be merged
    interface IntrinsicElements extends Controls {}
  }
}
