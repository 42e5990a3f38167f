import { describe, expect, it } from 'vitest';
import { readSubject } from '../../../../extension/graph/subject';
import {
  bringing,
  fitting,
  MOST_SCALE,
  moved,
  shrunk,
  starting,
  zoomed,
} from '../../../../webview/views/graph/camera';
import { inkOn, mixed } from '../../../../webview/views/graph/colors';
import { readState } from '../../../../webview/views/graph/state';

describe('state that a page kept', () => {
  const first = readState(undefined);

  it('comes back as it was', () => {
    const kept = {
      selected: 'query-0-0',
      camera: { x: 1, y: -2, scale: 0.5 },
      goldOnly: true,
      usefulOnly: true,
      edgesAsText: true,
      search: 'salt',
      documents: 1000,
    };
    expect(readState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    null,
    'x',
    {
      selected: 3,
      camera: 'x',
      goldOnly: 'yes',
      usefulOnly: 1,
      edgesAsText: null,
      search: {},
      documents: '9',
    },
    { camera: { x: 1, y: 2 }, documents: -1 },
    { camera: { x: 1, y: 2, scale: 0 }, documents: 0.5 },
    { camera: { x: null, y: 2, scale: 1 } },
  ])('is the beginning where it makes no sense: %j', (stored) => {
    expect(readState(stored)).toEqual(first);
  });
});

describe('subjects that an earlier window stored', () => {
  const rollout = { file: 'file:///runs/step_1.jsonl', index: 3, sample: 0 };

  it('are read where they name a rollout', () => {
    expect(readSubject({ rollout: { ...rollout, other: 1 } })).toEqual({ rollout });
    expect(readSubject({ rollout: { ...rollout, file: 'vscode-remote://host/a.jsonl' } })).not.toBeNull();
  });

  it.each([
    null,
    'x',
    {},
    { rollout: null },
    { rollout: { ...rollout, file: 3 } },
    { rollout: { ...rollout, file: 'no uri' } },
    { rollout: { ...rollout, index: -1 } },
    { rollout: { ...rollout, index: 1.5 } },
    { rollout: { ...rollout, sample: '0' } },
    { rollout: { file: rollout.file, index: 1 } },
  ])('are dropped where they do not: %j', (stored) => {
    expect(readSubject(stored)).toBeNull();
  });
});

describe('the camera', () => {
  const size = { width: 1000, height: 600 };
  const onScreen = (camera: { x: number; y: number; scale: number }, x: number, y: number): number[] => [
    size.width / 2 + (x - camera.x) * camera.scale,
    size.height / 2 + (y - camera.y) * camera.scale,
  ];

  it('fits everything into the picture', () => {
    const points = [
      { x: 0, y: -2000 },
      { x: 900, y: 3000 },
    ];
    const camera = fitting(points, size);
    for (const { x, y } of points) {
      const [left = NaN, top = NaN] = onScreen(camera, x, y);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(size.width);
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(size.height);
    }
  });

  it('begins with the first node where all would be too small to read', () => {
    const points = Array.from({ length: 100 }, (_, at) => ({ x: at * 140, y: 0 }));
    const camera = starting(points, size);
    const [left = NaN, top = NaN] = onScreen(camera, 0, 0);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(100);
    expect(top).toBe(size.height / 2);
    expect(camera.scale).toBeGreaterThan(fitting(points, size).scale);
    expect(starting(points.slice(0, 3), size)).toEqual(fitting(points.slice(0, 3), size));
    expect(starting([], size).scale).toBeGreaterThan(0);
  });

  it('moves by pixels of the screen, and zooms around the middle within bounds', () => {
    expect(moved({ x: 0, y: 0, scale: 0.5 }, 10, -20)).toEqual({ x: 20, y: -40, scale: 0.5 });
    expect(zoomed({ x: 3, y: 4, scale: 1 }, 2)).toEqual({ x: 3, y: 4, scale: 2 });
    expect(zoomed({ x: 3, y: 4, scale: MOST_SCALE }, 2).scale).toBe(MOST_SCALE);
  });

  it('brings a node into sight, and stays where it is in sight', () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(bringing(camera, { x: 100, y: 100 }, size)).toEqual(camera);
    const [left = NaN] = onScreen(bringing(camera, { x: 5000, y: 0 }, size), 5000, 0);
    expect(left).toBeGreaterThan(900);
    expect(left).toBeLessThan(size.width);
  });

  it('draws nodes smaller than their rows', () => {
    for (const scale of [0.01, 0.2, 0.36, 0.5, 0.7, 1, 3])
      expect(2 * 17 * shrunk(scale)).toBeLessThan(72 * scale);
  });
});

describe('colours', () => {
  it('mix, and carry ink that can be read', () => {
    expect(mixed('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mixed('#102030', '#ffffff', 1)).toBe('#102030');
    expect(inkOn('#cca700')).toBe('#000000');
    expect(inkOn('#652d90')).toBe('#ffffff');
  });
});
