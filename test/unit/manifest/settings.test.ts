import { describe, expect, it } from 'vitest';
import { containers } from '../../../core/containers';
import { rules } from '../../../core/findings';
import { AUTO, profiles } from '../../../core/reward/profiles';
import { dialects } from '../../../core/trace/dialects';
import { settingDefaults } from '../../../extension/settings-defaults';
import { manifest } from './manifest';

const { properties } = manifest.contributes.configuration;
const severities = ['error', 'warning', 'information', 'hint', 'off'];

describe('settings of the manifest', () => {
  it('are those the code reads, with the same defaults', () => {
    const defaults = Object.entries(properties).map(([name, schema]) => [name, schema.default]);
    const read = Object.entries(settingDefaults).map(([name, value]) => [`tracehop.${name}`, value]);
    expect(Object.fromEntries(defaults)).toEqual(Object.fromEntries(read));
  });

  it('say what they do, for whom, and in which order', () => {
    const schemas = Object.values(properties);
    for (const schema of schemas) {
      expect(schema.markdownDescription).toMatch(/^%setting\..+%$/);
      expect(['resource', 'window', 'machine']).toContain(schema.scope);
    }
    expect(schemas.map(({ order }) => order)).toEqual(schemas.map((_, index) => index + 1));
  });

  it('do not let a workspace say which model is asked, or where', () => {
    const model = Object.entries(properties).filter(([name]) => name.startsWith('tracehop.model.'));
    expect(model.map(([, { scope }]) => scope)).toEqual(['machine', 'machine', 'machine', 'machine']);
    const { restrictedConfigurations } = manifest.capabilities['untrustedWorkspaces'] ?? {};
    expect(restrictedConfigurations).toEqual(model.map(([name]) => name));
  });

  it('do not let a workspace say which program runs its jobs', () => {
    expect(properties['tracehop.training.python']?.scope).toBe('machine');
  });

  it('describe every value of an enumeration', () => {
    for (const schema of Object.values(properties).filter((one) => one.enum)) {
      const descriptions = schema.markdownEnumDescriptions ?? schema.enumDescriptions;
      expect(descriptions).toHaveLength(schema.enum?.length ?? 0);
    }
  });

  it('offer every dialect and every container', () => {
    const offered = (name: string): unknown => [...(properties[`tracehop.${name}`]?.enum ?? [])].sort();
    expect(offered('dialect')).toEqual(['auto', ...dialects.map(({ id }) => id)].sort());
    expect(offered('container')).toEqual(['auto', ...containers.map(({ id }) => id)].sort());
  });

  it('offer every reward profile', () => {
    const ids = [AUTO, ...profiles.map(({ id }) => id)];
    expect(properties['tracehop.rewards.profile']?.enum).toEqual(ids);
  });

  it('offer the same for single files', () => {
    for (const [one, all] of [
      ['dialects', 'dialect'],
      ['containers', 'container'],
    ]) {
      const values = properties[`tracehop.${one}`]?.additionalProperties;
      expect(values).toMatchObject({ enum: properties[`tracehop.${all}`]?.enum });
    }
  });

  it('offer every rule with every severity', () => {
    const offered = properties['tracehop.findings.severity']?.properties ?? {};
    expect(Object.keys(offered).sort()).toEqual(rules.map(({ id }) => id).sort());
    for (const schema of Object.values(offered)) expect(schema.enum).toEqual(severities);
  });
});
