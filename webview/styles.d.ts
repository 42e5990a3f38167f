// Style sheets are gathered into one by esbuild; importing one brings no value.
declare module '*.css';
