import { Module } from '@nestjs/common';
import { V1DocumentController } from './v1-document.controller.js';

@Module({ controllers: [V1DocumentController] })
export class DocsModule {}
