import {
  Controller,
  DefaultValuePipe,
  Get,
  Injectable,
  Module,
  ParseIntPipe,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type DynamicModule,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { map, type Observable } from 'rxjs';
import { IsNull, Repository } from 'typeorm';
import type { ConventionalSettings } from './settings.js';
import { Generation, Image, User } from './entities.js';

let secret = '';

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: secret });
  }

  async validate({ sub }: { sub: string }): Promise<User> {
    const user = await this.users.findOneBy({ id: sub, deletedAt: IsNull() });
    if (!user) throw new UnauthorizedException();
    return user;
  }
}

@Injectable()
class Envelope implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ success: true, data })));
  }
}

@Controller('images')
@UseInterceptors(Envelope)
class ImagesController {
  constructor(@InjectRepository(Image) private readonly images: Repository<Image>) {}

  @Get()
  @UseGuards(AuthGuard('jwt'))
  async list(
    @Req() { user }: { user: User },
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('limit', new DefaultValuePipe(12), ParseIntPipe) limit: number,
  ) {
    const [data, total] = await this.images.findAndCount({
      where: { userId: user.id, deletedAt: IsNull() },
      relations: { generation: true },
      order: { seq: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    return { data, page, limit, total };
  }
}

/** The gallery as a tutorial would write it, on the tables of the product. */
@Module({})
export class ConventionalModule {
  static with(settings: ConventionalSettings): DynamicModule {
    ({ secret } = settings);
    const entities = [User, Generation, Image];
    return {
      module: ConventionalModule,
      imports: [
        PassportModule,
        TypeOrmModule.forRoot({ type: 'postgres', url: settings.databaseUrl, entities, poolSize: 10 }),
        TypeOrmModule.forFeature(entities),
      ],
      controllers: [ImagesController],
      providers: [JwtStrategy],
    };
  }
}
