import type { ViewContract } from '../core/protocol/panels/page';
import './base/base.css';
import { showView } from './base/page';
import type { View } from './base/view';
import { defineControls } from './ui';

/** Draws a view into the document of its panel: all that the script of a page does. */
export function startPage<V extends ViewContract>(view: View<V>): void {
  const root = document.getElementById('page');
  if (!root) return;
  defineControls();
  void showView(view, root);
}
