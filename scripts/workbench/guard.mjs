// Loaded into VS Code's server before anything else: it ends, with its extension hosts, when the script that
// started it has ended in whatever way, for then its stdin ends.
// @ts-check
if (process.argv[1]?.endsWith('server-main.js')) {
  process.stdin.on('close', () =>
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'),
  );
  process.stdin.resume();
}
