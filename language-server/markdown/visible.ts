export { visible } from '../../core/visible';
