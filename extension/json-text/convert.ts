import * as vscode from 'vscode';
import type { PositionRange } from '../../core/protocol/server';

export function toRange({ start, end }: PositionRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
