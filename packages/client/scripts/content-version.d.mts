export declare function contentVersion(folder: string, version: string): Promise<string>;
