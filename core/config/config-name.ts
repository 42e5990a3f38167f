/** What the file with the settings of a folder is called. */
export const CONFIG_NAME = 'tracehop.yml';
