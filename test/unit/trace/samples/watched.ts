/**
 * Plain data that counts what is read of it: `read` is called for each member and each element, at any depth. What stands
 * for an object is always the same.
 */
export function watched<T extends object>(value: T, read: () => void): T {
  const known = new WeakMap<object, object>();
  const handler: ProxyHandler<object> = {
    get(target, key): unknown {
      read();
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'object' && member !== null ? watch(member) : member;
    },
  };
  const watch = (target: object): object => {
    const before = known.get(target);
    if (before) return before;
    const proxy = new Proxy(target, handler);
    known.set(target, proxy);
    return proxy;
  };
  return watch(value) as T;
}
