import manifest from '../package.json';

/** Version of the product, from its manifest. */
export const VERSION: string = manifest.version;

/** Where the product's repository is to be read on the web; null while the manifest names none. */
export const HOMEPAGE: string | null =
  'homepage' in manifest && typeof manifest.homepage === 'string'
    ? manifest.homepage.replace(/\/$/, '')
    : null;
