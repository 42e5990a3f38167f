// A bundle of its own, loaded when a map is saved: the YAML library is large, and needed for nothing else here.
export { withFields } from '../../core/config/edit';
