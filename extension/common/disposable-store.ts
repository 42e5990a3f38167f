/** Something that can be let go of. `vscode.Disposable` is one. */
export interface Owned {
  dispose(): unknown;
}

/** Owns what lives equally long, and lets go of it in reverse order. */
export class DisposableStore implements Owned {
  private readonly items: Owned[] = [];
  private disposed = false;

  /** Takes ownership. What comes after the end is let go of at once. */
  add<T extends Owned>(item: T): T {
    if (this.disposed) item.dispose();
    else this.items.push(item);
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (let item = this.items.pop(); item; item = this.items.pop()) item.dispose();
  }
}
