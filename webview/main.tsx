import type { ViewName } from '../core/protocol/panels/page';
import './base/base.css';
import { showView } from './base/page';
import { defineControls } from './ui';
import { views } from './views';

const root = document.getElementById('page');
const view = views[document.body.dataset['view'] as ViewName];
if (root && view) {
  defineControls();
  void showView(view, root);
}
