import { describe, expect, it } from 'vitest';
import { plainLine, plainLog } from '../../../core/protocol/panels/plain-log';
import {
  allLines,
  appended,
  emptyLog,
  FOLLOWED_LINES,
  found,
  prepended,
  startOf,
  type LogModel,
} from '../../../webview/views/training/log-model';
import { cpuTime } from '../cpu-time';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const piece = (offset: number, content: Uint8Array, more: { gap?: number; generation?: number } = {}) => ({
  offset,
  bytes: content,
  gap: more.gap ?? 0,
  generation: more.generation ?? 1,
});
const texts = (log: LogModel): string[] => allLines(log).map(({ text }) => text);

describe('a line of a log', () => {
  it.each([
    ['\u001b[31mred\u001b[0m and \u001b[1;4mbold\u001b[m', 'red and bold'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001b[2K\u001b[1Gdone', 'done'],
    ['10%\r 20%\r 30%', ' 30%'],
    ['30%\r', '30%'],
    ['a line of Windows\r', 'a line of Windows'],
    ['\u001b[', '\u001b['],
  ])('%j is shown as %j', (raw, shown) => {
    expect(plainLine(raw)).toBe(shown);
  });

  it('is read in a time that grows with its length alone', () => {
    const since = cpuTime();
    expect(plainLine('\u001b]'.repeat(200_000))).toBe('');
    expect(plainLine('\u001b[0;'.repeat(200_000)).length).toBeGreaterThan(0);
    expect(cpuTime() - since).toBeLessThan(2000);
  });

  it('is one of a text', () => {
    expect(plainLog('1%\r2%\nnext\r\nlast')).toBe('2%\nnext\nlast');
  });
});

describe('a log that comes in pieces', () => {
  it('is the same however it is cut, also inside characters', () => {
    const whole = bytes('erste Zeile\nzweite: Ärger 😀\r\n30%\r60%\rfertig\nopen ü');
    const expected = ['erste Zeile', 'zweite: Ärger 😀', 'fertig', 'open ü'];
    for (let size = 1; size <= whole.length; size++) {
      let log = emptyLog;
      for (let at = 0; at < whole.length; at += size)
        log = appended(log, piece(at, whole.slice(at, at + size)), true);
      expect(texts(log)).toEqual(expected);
      expect(allLines(log).map(({ at }) => at)).toEqual([0, 12, 33, 48]);
    }
  });

  it('begins at a line where it begins in the middle', () => {
    const log = appended(emptyLog, piece(100, bytes('of a line\nnext\n')), true);
    expect(texts(log)).toEqual(['next']);
    expect(startOf(log)).toBe(110);
  });

  it('gets what comes before it, up to the beginning of a line', () => {
    const file = bytes('one\ntwo\nthree\nfour\n');
    const end = appended(emptyLog, piece(10, file.slice(10)), true);
    expect(texts(end)).toEqual(['four']);
    const more = prepended(end, 2, file.slice(2, startOf(end)));
    expect(texts(more)).toEqual(['two', 'three', 'four']);
    const all = prepended(more, 0, file.slice(0, startOf(more)));
    expect(texts(all)).toEqual(['one', 'two', 'three', 'four']);
    expect(startOf(all)).toBe(0);
  });

  it('says where bytes were left out', () => {
    let log = appended(emptyLog, piece(0, bytes('one\nhalf')), true);
    log = appended(log, piece(1000, bytes('next\n'), { gap: 992 }), true);
    expect(texts(log)).toEqual(['one', 'half', '992 bytes left out', 'next']);
    expect(allLines(log).map(({ isGap }) => isGap)).toEqual([false, false, true, false]);
    const places = allLines(log).map(({ at }) => at);
    expect(new Set(places).size).toBe(4);
  });

  it('begins anew when the file is another', () => {
    const log = appended(emptyLog, piece(0, bytes('old\n')), true);
    expect(texts(appended(log, piece(0, bytes('new\n'), { generation: 2 }), true))).toEqual(['new']);
  });

  it('drops old lines only while its end is followed', () => {
    const many = bytes('line\n'.repeat(FOLLOWED_LINES + 10));
    const followed = appended(emptyLog, piece(0, many), true);
    expect(followed.lines).toHaveLength(FOLLOWED_LINES);
    expect(startOf(followed)).toBe(50);
    expect(appended(emptyLog, piece(0, many), false).lines).toHaveLength(FOLLOWED_LINES + 10);
  });

  it('holds little of a progress bar that never ends its line', () => {
    let log = emptyLog;
    let at = 0;
    for (let step = 0; step < 5000; step++) {
      const part = bytes(`\r${step} ${'#'.repeat(60)}`);
      log = appended(log, piece(at, part), true);
      at += part.length;
    }
    expect(log.open.length).toBeLessThan(70_000);
    expect(texts(log)).toEqual([`4999 ${'#'.repeat(60)}`]);
  });

  it('is searched whatever the case', () => {
    const log = appended(emptyLog, piece(0, bytes('Loss 1\nother\nvalidation LOSS\n')), true);
    expect(found(allLines(log), 'loss')).toEqual([0, 2]);
    expect(found(allLines(log), '')).toEqual([]);
  });
});
